// A component in a separate script, like React's `lazy`, but rendered immediately when its script is already loaded.
import { type ComponentType, lazy, useState } from 'react'

/** Returns the component, and `load`, which fetches its script. The component suspends until the script is loaded. */
export function lazyScreen<Props extends object, Module extends { default: ComponentType<Props> }>(
  fetchModule: () => Promise<Module & { default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  const load = async (): Promise<Module> => {
    const module = await fetchModule()
    loaded = module.default
    return module
  }
  const Lazy = lazy(load as () => Promise<{ default: ComponentType<Props> }>)
  function Screen(props: Props) {
    // Chosen once: another type later would mount the screen again.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as unknown as ComponentType<Props>))
    return <Shown {...props} />
  }
  return Object.assign(Screen, { load })
}
