// Small parts of the first screen that later screens have too. The entry exports them: by themselves each would be a file of a
// few hundred bytes with a round trip of its own.
export { default as ExternalLink } from 'lucide-react/icons/external-link'
export * from '../api/orders'
export * from '../components/EmailAddress'
