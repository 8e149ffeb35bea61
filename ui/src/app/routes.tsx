// Every screen and its path. Each screen except the first is a chunk that is loaded when it is first opened; so are the
// wrappers of protected routes, which families never need.
import { lazy } from 'react'
import type { RouteObject } from 'react-router-dom'
import SearchPage, { loadFirstView } from '../features/search/SearchPage'
import type { FirstView } from '../lib/page/firstView'
import { lazyScreen } from '../lib/page/lazyScreen'
import { patterns } from '../paths'
import { adminPaths } from './admin/adminPaths'
import { NotFound } from './NotFound'
import { Shell } from './Shell'

const protectedRoutes = () => import('./protectedRoutes')
const RequireSignIn = lazy(() => protectedRoutes().then(({ RequireSignIn }) => ({ default: RequireSignIn })))
const RequireRight = lazy(() => protectedRoutes().then(({ RequireRight }) => ({ default: RequireRight })))
const StaffScreens = lazy(() => protectedRoutes().then(({ StaffScreens }) => ({ default: StaffScreens })))
const CitationRoute = lazyScreen(() => import('./CitationRoute'))
const UnknownItemNumber = lazyScreen(() => import('./UnknownItemNumber'))
const OrderPage = lazy(() => import('../features/order/form/OrderPage'))
const MyOrdersPage = lazy(() => import('../features/order/own/MyOrdersPage'))
const PacketScreens = lazyScreen(() => import('./PacketScreens'))
const ProfilePage = lazy(() => import('../features/profile/ProfilePage'))
const AdminScreens = lazy(() => import('./admin/AdminScreens'))
const AuditPage = lazy(() => import('../features/audit/AuditPage'))
const CopyCenter = lazy(() => import('../features/copy-center/CopyCenter'))

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
      { path: '*', element: <NotFound />, handle: () => Promise.resolve() },
    ],
  },
]
