// The types of messages.mjs, for the configuration and tests.
import type { Plugin } from 'vitest/config'

type Sections = Record<string, Record<string, string>>

export const languages: string[]
export function readMessages(language: string): Sections
export function readStaffMessages(): Sections
export function placeholdersOf(message: string): [name: string, kind: string][]
export function textErrors(language: string, sections?: Sections, english?: Sections): string[]
export const messagesForTests: Plugin
