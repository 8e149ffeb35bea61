// Whether this tab runs an earlier version of the app than the server has. An upgrade removes the scripts of the earlier version.

const options: RequestInit = { cache: 'no-store', redirect: 'manual' }

/** Whether a script is missing although the server can be reached. Browsers that name the script do so in the message. */
export async function isOutdated({ message }: Error): Promise<boolean> {
  const script = /https?:\/\/\S+\.js/.exec(message)?.[0]
  try {
    if (script?.startsWith(window.location.origin)) return (await fetch(script, options)).status === 404
    const response = await fetch('/healthz', options)
    return (await response.text()).trim() === 'ok'
  } catch {
    return false
  }
}
