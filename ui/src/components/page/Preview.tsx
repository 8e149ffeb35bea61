// The preview of a file: its first page, or the picture. A plain sheet while it is drawn, and where it cannot be.
import { useEffect, useState } from 'react'
import styles from './Preview.module.css'

/** How often and after how many milliseconds a preview that is still being drawn is asked for again. */
const retries = 3
const pause = 3_000

interface Props {
  /** Its address without a width, null for none. That of this server counts, which may also be open at another address. */
  address: string | null
  /** The type of the file, which the plain sheet shows. */
  type?: string
  className?: string
}

const path = (address: string) => new URL(address, location.href).pathname

export function Preview({ address, type, className = '' }: Props) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const src = address === null ? null : path(address)
  useEffect(() => {
    if (!failed || tries >= retries) return
    const timer = setTimeout(() => {
      setFailed(false)
      setTries(tries + 1)
    }, pause)
    return () => clearTimeout(timer)
  }, [failed, tries])
  return (
    <span className={`${styles.sheet} ${className}`} data-type={type}>
      {src !== null && !failed && (
        <img
          key={tries}
          src={`${src}?w=160`}
          srcSet={`${src}?w=160 1x, ${src}?w=320 2x`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
