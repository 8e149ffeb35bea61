// The guards of the screens behind the sign-in and the frame of those for staff: one script, loaded with the first of them.
export { RequireRight, RequireSignIn } from './RequireSignIn'
export { StaffScreens } from './StaffScreens'
