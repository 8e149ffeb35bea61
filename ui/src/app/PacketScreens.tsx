// The screens of packets. The page of one packet, which families open, is in this script; the others are loaded when
// needed. The server also renders the page of one packet and the list.
import { lazy } from 'react'
import { packetQuery } from '../api/packets'
import PacketPage from '../features/packet/PacketPage'
import type { LoadFirstView } from '../lib/page/firstView'
import { lazyScreen } from '../lib/page/lazyScreen'

const PacketsPage = lazyScreen(() => import('../features/packets/PacketsPage'))

const screens = {
  one: PacketPage,
  list: PacketsPage,
  own: lazy(() => import('../features/packets/MyPacketsPage')),
  form: lazy(() => import('../features/packet-form/PacketFormPage')),
}

/** Loads one packet; without an ID, the list. */
export const loadFirstView: LoadFirstView = async (view) =>
  view.id ? view.client.prefetchQuery(packetQuery(view.id)) : (await PacketsPage.load()).loadFirstView(view)

export default function PacketScreens({ show }: { show: keyof typeof screens }) {
  const Screen = screens[show]
  return <Screen />
}
