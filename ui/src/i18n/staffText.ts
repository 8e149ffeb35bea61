// The texts that are in English only, and are formatted outside components too.
import { createText, type Section, type Text } from './section'

/** The formatter of a section in English; the modules of texts for staff export theirs. */
export const staffText = <Keys>(section: Section<Keys>): Text<Keys> => createText(section, 'en', null)
