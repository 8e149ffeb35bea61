// What the sign-in says of a person.
import { PageHeading } from '../../components/PageHeading'

export default function ProfilePage() {
  return <PageHeading>My User Profile (ID Token Claims)</PageHeading>
}
