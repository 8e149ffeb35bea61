// The texts for staff, which are in English only and are formatted outside components too.
import { createText, type Section, type Text } from './section'

/** The formatter of a section for staff. */
export const staffText = <Keys>(section: Section<Keys>): Text<Keys> => createText(section, 'en', null)
