// Small modules that the first screen shares with later ones. The entry exports them; otherwise each would become a file of a
// few hundred bytes with its own round trip.
export { default as ExternalLink } from 'lucide-react/icons/external-link'
export * from '../api/orders/orders'
export * from '../components/page/EmailAddress'
