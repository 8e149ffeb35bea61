// The catalogue's title of a citation, in smaller type below the title of the version that a person reads.
import styles from './CatalogueTitle.module.css'

interface Props {
  /** Null where the catalogue's title is the one that is shown. */
  title: string | null
  lang: string | undefined
}

export const CatalogueTitle = ({ title, lang }: Props) =>
  title && (
    <p className={styles.title} dir="auto" lang={lang}>
      {title}
    </p>
  )
