// Texts separated by commas, each isolated: their writing directions may differ.
import { Fragment } from 'react'

export const IsolatedTexts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text, n) => (
    <Fragment key={text}>
      {n > 0 && ', '}
      <bdi>{text}</bdi>
    </Fragment>
  ))
