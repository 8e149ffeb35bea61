// The screens of packets. That of one packet, which families open, is in this script; the others are loaded when needed.
import { lazy } from 'react'
import { packetQuery } from '../api/packets'
import PacketPage from '../features/packet/PacketPage'
import type { LoadFirstView } from '../lib/page/firstView'

const screens = {
  one: PacketPage,
  list: lazy(() => import('../features/packets/PacketsPage')),
  own: lazy(() => import('../features/packets/MyPacketsPage')),
  form: lazy(() => import('../features/packet-form/PacketFormPage')),
}

/** Loads the one packet. */
export const loadFirstView: LoadFirstView = ({ client, id }) => client.prefetchQuery(packetQuery(id))

export default function PacketScreens({ show }: { show: keyof typeof screens }) {
  const Screen = screens[show]
  return <Screen />
}
