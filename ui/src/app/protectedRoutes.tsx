// The wrappers of protected routes and of staff screens, in one script that is loaded with the first of these screens.
export { RequireRight, RequireSignIn } from './access/RequireSignIn'
export { StaffScreens } from './StaffScreens'
