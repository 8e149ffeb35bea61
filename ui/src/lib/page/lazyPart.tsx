// A component in a separate script, like React's `lazy`, but rendered immediately when its script is already loaded, and loaded
// again after a failure.
import { type ComponentType, lazy, useState } from 'react'
import { endFailure } from './backgroundFailure'

/** The script of a component could not be loaded: the connection failed, or the server has a newer version. */
export class ScriptFailure extends Error {}

const failed = new Set<() => void>()

/** Makes the next rendering of each component whose script could not be loaded load it again. */
export function forgetScriptFailures() {
  for (const forget of failed) forget()
  failed.clear()
}

/** Returns the component, and `load`, which fetches its script. The component suspends until the script is loaded. */
export function lazyPart<Props extends object, Module extends { default: ComponentType<Props> }>(
  fetchModule: () => Promise<Module & { default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined
  /** Whether the page may report the last failure. */
  let isReported = false
  const load = async (): Promise<Module> => {
    const module = await fetchModule().catch((error: unknown) => {
      throw new ScriptFailure(String(error))
    })
    loaded = module.default
    if (isReported) endFailure('part')
    isReported = false
    return module
  }
  // React keeps the error of a `lazy` forever.
  const attempt = () =>
    lazy(() =>
      (load as () => Promise<{ default: ComponentType<Props> }>)().catch((error: unknown) => {
        isReported = true
        failed.add(() => {
          current = attempt()
        })
        throw error
      }),
    ) as unknown as ComponentType<Props>
  let current = attempt()
  function Part(props: Props) {
    // Chosen once: another type later would mount the component again.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? current)
    return <Shown {...props} />
  }
  return Object.assign(Part, { load })
}
