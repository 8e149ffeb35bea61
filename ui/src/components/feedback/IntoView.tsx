// Scrolls to its content, such as a notice, when it appears: what caused it may be far below.
import type { ReactNode } from 'react'

const scrollTo = (content: HTMLElement | null) => content?.scrollIntoView({ block: 'nearest' })

export const IntoView = ({ children }: { children: ReactNode }) => <div ref={scrollTo}>{children}</div>
