// How a title and an address are shared: by the device, by mail, by text message.
import { percentEncode } from '../../lib/text/percentEncode'

export interface Shared {
  /** In the preferred language. */
  title: string
  address: string
}

/** What the device's own share sheet gets. */
export const sheetData = ({ title, address }: Shared): ShareData => ({ title, text: title, url: address })

export const mailAddress = ({ title, address }: Shared) =>
  `mailto:?subject=${percentEncode(title)}&body=${percentEncode(`${title}\r\n${address}`)}`

/** In the form that both iPhones and Android phones fill in. */
export const messageAddress = ({ title, address }: Shared) => `sms:?&body=${percentEncode(`${title} ${address}`)}`
