// The printed sheet of a packet: hospital, title, its QR code, and for each handout title, item number and its own QR code.
import messages from 'messages:en/packet'
import { qrPath } from '../../api/catalogue/citations'
import { defaultItemNumberLabel, useConfig } from '../../api/config'
import type { ChoosableLanguage } from '../../api/languages'
import { type Packet, packetQrPath } from '../../api/packets'
import { CatalogueTitle } from '../../components/page/CatalogueTitle'
import { PaperHead } from '../../components/page/Paper'
import { usePrintDay, usePrintImages } from '../../components/page/printPage'
import { TypedAddress } from '../../components/page/TypedAddress'
import { useLangAttribute, useLocale, useText } from '../../i18n/useText'
import { shortDate } from '../../lib/dates/dates'
import { textLanguage } from '../../lib/text/textLanguage'
import { typedAddress } from '../../lib/text/typedAddress'
import { OwnName } from '../../parts/language/LanguageName'
import { useShownTitle } from '../../parts/language/useShownTitle'
import { NotYet } from '../../parts/language/VersionLink'
import styles from './PacketSheet.module.css'
import { defaultVersion, type ShownItem, versionIn } from './shownItems'

/** The size of the rows: 20 handouts fit on one sheet, and a short packet is legible on a wall. */
const sizeOf = (count: number) => (count <= 4 ? 'large' : count <= 8 ? 'medium' : count <= 12 ? 'small' : 'dense')

/** Longer titles are printed smaller. */
const LONG_TITLE = 80

interface Props {
  packet: Packet
  address: string
  items: readonly ShownItem[]
  language: ChoosableLanguage | null
}

export function PacketSheet({ packet: { title, description }, address, items, language }: Props) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const locale = useLocale()
  const hospital = useConfig()?.hospital.name ?? ''
  const loadsImages = usePrintImages()
  const langOf = (text: string) => langAttribute(textLanguage(text) ?? 'en')
  return (
    <div className={styles.sheet}>
      <PaperHead printed={t('printedOn', { day: shortDate(usePrintDay(), locale) })}>
        {t('printedName', { hospital })}
      </PaperHead>
      <div className={styles.top}>
        <div className={styles.words}>
          <h1 dir="auto" lang={langOf(title)}>
            {title}
          </h1>
          {description && (
            <p className={styles.description} dir="auto" lang={langOf(description)}>
              {description}
            </p>
          )}
          {language && (
            <p dir={language.dir}>
              <OwnName language={language} />
            </p>
          )}
        </div>
        <div className={styles.packetCode}>
          {loadsImages && <Code src={packetQrPath(address, language?.tag ?? null, 'code')} />}
          <p>{t('scanAll')}</p>
        </div>
      </div>
      <ol className={styles.items} data-size={sizeOf(items.length)}>
        {items.map((item) => (
          <SheetItem key={item.citation} item={item} language={language} loadsImages={loadsImages} />
        ))}
      </ol>
    </div>
  )
}

/** A code has no alternative text, because its target is printed beside it. */
const Code = ({ src }: { src: string }) => <img src={src} alt="" aria-hidden="true" width={192} height={192} />

function SheetItem({
  item,
  language,
  loadsImages,
}: Pick<Props, 'language'> & { item: ShownItem; loadsImages: boolean }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const config = useConfig()
  const label = config?.hospital.itemNumberLabel ?? defaultItemNumberLabel
  const own = versionIn(item, language?.tag ?? null)
  const version = own ?? defaultVersion(item)
  const typed = version?.url ? typedAddress(config?.publicUrl, version.ksbgNumber) : null
  const tags = item.languages.flatMap(({ tag }) => tag ?? [])
  const shown = useShownTitle()(item.title, tags, own)
  return (
    <li>
      <div className={styles.code}>
        {loadsImages && version?.url && <Code src={qrPath(item.citation, version.url, 'code')} />}
      </div>
      <div className={styles.words}>
        <h2 dir={shown.dir} data-long={shown.text.length > LONG_TITLE || undefined} lang={shown.lang}>
          {shown.text}
        </h2>
        <CatalogueTitle {...shown.below} />
        {version && (
          <p>
            <OwnName language={version} />
          </p>
        )}
        {language && !own && (
          <p>
            <NotYet language={language} />
          </p>
        )}
        {version?.ksbgNumber && (
          <p>
            {label === defaultItemNumberLabel ? t('itemNumber') : label}: <bdi dir="ltr">{version.ksbgNumber}</bdi>
          </p>
        )}
        {typed && (
          <p>
            <TypedAddress address={typed} />
          </p>
        )}
        {item.note && (
          <p dir="auto" lang={langAttribute(textLanguage(item.note) ?? 'en')}>
            {item.note}
          </p>
        )}
        {!version?.url && <p>{t('askForCopy')}</p>}
      </div>
    </li>
  )
}
