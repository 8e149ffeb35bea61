// The types of cssModules.mjs, for the configuration of the tests.
import type { Plugin } from 'vitest/config'

export const classNamesForTests: Plugin
