// Every screen and its path. Each screen except the first is a chunk that is loaded when it is first opened; so are the
// wrappers of protected routes, which families never need.
import type { RouteObject } from 'react-router-dom'
import SearchPage, { loadFirstView } from '../features/search/SearchPage'
import type { FirstView } from '../lib/page/firstView'
import { lazyPart } from '../lib/page/lazyPart'
import { adminPaths, patterns } from '../paths'
import { Shell } from './Shell'

const protectedRoutes = () => import('./ProtectedRoutes')
const RequireSignIn = lazyPart(async () => ({ default: (await protectedRoutes()).RequireSignIn }))
const RequireRight = lazyPart(async () => ({ default: (await protectedRoutes()).RequireRight }))
const StaffScreens = lazyPart(async () => ({ default: (await protectedRoutes()).StaffScreens }))
const CitationRoute = lazyPart(() => import('./CitationRoute'))
const UnknownItemNumber = lazyPart(async () => ({ default: (await import('./NotFound')).UnknownItemNumber }))
const NotFound = lazyPart(async () => ({ default: (await import('./NotFound')).NotFound }))
const OrderPage = lazyPart(() => import('../features/order/form/OrderPage'))
const MyOrdersPage = lazyPart(() => import('../features/order/own/MyOrdersPage'))
const PacketScreens = lazyPart(() => import('./PacketScreens'))
const ProfilePage = lazyPart(() => import('../features/profile/ProfilePage'))
const AdminScreens = lazyPart(() => import('./AdminScreens'))
const AuditPage = lazyPart(() => import('../features/audit/AuditPage'))
const CopyCenter = lazyPart(() => import('../features/copy-center/CopyCenter'))

/** The `handle` of a screen that the server also renders: loads its script and its data. */
const fromPart =
  ({ load }: typeof CitationRoute | typeof PacketScreens) =>
  async (view: FirstView) =>
    (await load()).loadFirstView(view)

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { path: patterns.home, element: <SearchPage />, handle: loadFirstView },
      { path: patterns.search, element: <SearchPage />, handle: loadFirstView },
      { path: patterns.citation, element: <CitationRoute />, handle: fromPart(CitationRoute) },
      { path: patterns.packets, element: <PacketScreens show="list" />, handle: fromPart(PacketScreens) },
      { path: patterns.packet, element: <PacketScreens show="one" />, handle: fromPart(PacketScreens) },
      {
        element: <RequireSignIn />,
        children: [
          { path: patterns.order, element: <OrderPage /> },
          { path: patterns.myOrders, element: <MyOrdersPage /> },
          { path: patterns.myPackets, element: <PacketScreens show="own" /> },
          {
            element: <StaffScreens />,
            children: [
              { path: patterns.packetAdd, element: <PacketScreens show="form" /> },
              { path: patterns.packetEdit, element: <PacketScreens show="form" /> },
              { path: patterns.profile, element: <ProfilePage /> },
              {
                element: <RequireRight right="workOnOrders" fallback={patterns.myOrders} />,
                children: [{ path: `${patterns.orders}/:id?`, element: <CopyCenter /> }],
              },
              {
                element: <RequireRight right="readAudit" />,
                children: [{ path: patterns.audit, element: <AuditPage /> }],
              },
              {
                element: <RequireRight right="manageCatalogue" />,
                children: adminPaths.map((path) => ({
                  path: path === patterns.jobs ? `${path}/:page?` : path,
                  element: <AdminScreens path={path} />,
                })),
              },
            ],
          },
        ],
      },
      { path: patterns.itemNumber, element: <UnknownItemNumber />, handle: UnknownItemNumber.load },
      { path: '*', element: <NotFound />, handle: NotFound.load },
    ],
  },
]
