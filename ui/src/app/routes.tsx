// Every screen and its address. Each screen but the first one is a chunk of its own, loaded when it is first opened.
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import SearchPage from '../features/search/SearchPage'
import { patterns } from '../paths'
import { NotFound } from './NotFound'
import { RequireAdmin, RequireSignIn } from './RequireSignIn'
import { Shell } from './Shell'

const CitationPage = lazy(() => import('../features/citation/CitationPage'))
const OrderPage = lazy(() => import('../features/order/OrderPage'))
const MyOrdersPage = lazy(() => import('../features/order/MyOrdersPage'))
const ProfilePage = lazy(() => import('../features/profile/ProfilePage'))
const CitationFormPage = lazy(() => import('../features/citation-form/CitationFormPage'))
const LookupsPage = lazy(() => import('../features/lookups/LookupsPage'))
const BulkPage = lazy(() => import('../features/bulk/BulkPage'))

export const AppRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route path={patterns.home} element={<SearchPage />} />
      <Route path={patterns.search} element={<SearchPage />} />
      <Route path={patterns.citation} element={<CitationPage />} />
      <Route element={<RequireSignIn />}>
        <Route path={patterns.order} element={<OrderPage />} />
        <Route path={patterns.myOrders} element={<MyOrdersPage />} />
        <Route path={patterns.profile} element={<ProfilePage />} />
        <Route element={<RequireAdmin />}>
          <Route path={patterns.citationAdd} element={<CitationFormPage />} />
          <Route path={patterns.citationEdit} element={<CitationFormPage />} />
          <Route path={patterns.lookups} element={<LookupsPage />} />
          <Route path={patterns.bulk} element={<BulkPage />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
)
