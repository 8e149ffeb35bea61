// The screens of packets. The page of one packet, which families open, is in this script; the others are loaded when
// needed. The server also renders the page of one packet and the list.
import { packetQuery } from '../api/packets'
import PacketPage from '../features/packet/PacketPage'
import type { LoadFirstView } from '../lib/page/firstView'
import { lazyPart } from '../lib/page/lazyPart'

const PacketsPage = lazyPart(() => import('../features/packets/PacketsPage'))

const screens = {
  one: PacketPage,
  list: PacketsPage,
  own: lazyPart(() => import('../features/packets/MyPacketsPage')),
  form: lazyPart(() => import('../features/packet-form/PacketFormPage')),
}

/** Loads one packet; without an ID, the list. */
export const loadFirstView: LoadFirstView = async (view) =>
  view.id ? view.client.prefetchQuery(packetQuery(view.id)) : (await PacketsPage.load()).loadFirstView(view)

export default function PacketScreens({ show }: { show: keyof typeof screens }) {
  const Screen = screens[show]
  return <Screen />
}
