// Asking for a translation.
import { callRaw } from './client'

/** What somebody asks for: a citation in a language (a BCP 47 tag), with a note for those who decide. */
export interface TranslationWish {
  citation: string
  lang: string
  note: string | null
}

/** Sends it; false when this person has asked for the same before. */
export async function requestTranslation(wish: TranslationWish): Promise<boolean> {
  const { status } = await callRaw('/user/translation-requests', { method: 'POST', body: wish })
  return status === 201
}
