// How a title and an address are shared: by the device, by mail, by text message; and the shortest addresses of what is shared.

import { percentEncode } from '../../lib/text/percentEncode'
import { itemNumberKey } from '../../lib/text/typedAddress'
import { citationPath, itemNumberPath } from '../../paths'

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

export interface SharedVersion {
  ksbgNumber: string | null
  /** Where the version is opened; null if it has no file. */
  url: string | null
  tag: string | null
}

/** The address of a citation: by the first item number that its versions have, else by its readable ID. */
export function citationAddress(publicUrl: string, readableId: string, versions: readonly SharedVersion[]): string {
  const number = versions.map(({ ksbgNumber }) => itemNumberKey(ksbgNumber)).find(Boolean)
  return publicUrl + (number ? itemNumberPath(number) : citationPath(readableId))
}

/** The address of a version: of its file by its item number, else of its citation by the readable ID. */
export function versionAddress(publicUrl: string, readableId: string, { ksbgNumber, url, tag }: SharedVersion): string {
  const number = itemNumberKey(ksbgNumber)
  if (!number || !url || !tag) return publicUrl + citationPath(readableId)
  return publicUrl + itemNumberPath(number, tag)
}
