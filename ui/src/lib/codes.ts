// Codes of clinical terminologies: the names of the systems, and codes in a typed or pasted text.

/** The systems by their names in JSON, as their publishers call them. */
export const codeSystems = {
  icd10cm: 'ICD-10-CM',
  icd9cm: 'ICD-9-CM',
  snomed: 'SNOMED CT',
  rxnorm: 'RxNorm',
  loinc: 'LOINC',
} as const

export type CodeSystem = keyof typeof codeSystems

const isSystem = (name: string): name is CodeSystem => Object.hasOwn(codeSystems, name)

/** The name of a system; an earlier version of a citation may have any text as one. */
export const systemName = (system: string) => (isSystem(system) ? codeSystems[system] : system)

/** The maximum number of codes of a citation. */
export const MAX_CODES = 50

/**
 * The codes in a text, separated by commas, semicolons, white space or line breaks, each once. A code is of the given system,
 * unless its own is before it: `snomed|195967001`.
 */
export function parseCodes(text: string, system: CodeSystem): { system: CodeSystem; code: string }[] {
  const codes = text
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [before = '', after] = entry.split('|')
      const own = before.toLowerCase()
      return after !== undefined && isSystem(own) ? { system: own, code: after } : { system, code: entry }
    })
  const isFirst = ({ system: a, code }: { system: string; code: string }, n: number) =>
    codes.findIndex((other) => other.system === a && other.code.toLowerCase() === code.toLowerCase()) === n
  return codes.filter(isFirst)
}
