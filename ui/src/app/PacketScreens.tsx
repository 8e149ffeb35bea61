// The screens of packets. That of one packet, which families open, is in this script; the others are loaded when needed.
import { lazy } from 'react'
import PacketPage from '../features/packet/PacketPage'

const screens = {
  one: PacketPage,
  list: lazy(() => import('../features/packets/PacketsPage')),
  own: lazy(() => import('../features/packets/MyPacketsPage')),
  form: lazy(() => import('../features/packet-form/PacketFormPage')),
}

export default function PacketScreens({ show }: { show: keyof typeof screens }) {
  const Screen = screens[show]
  return <Screen />
}
