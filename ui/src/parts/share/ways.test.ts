import { expect, test } from 'vitest'
import { citationAddress, mailAddress, messageAddress, sheetData, versionAddress } from './ways'

const shared = { title: "Asma & fiebre: qué hacer, Crohn's", address: 'https://h.example.org/i/KSBG1042' }
const arabic = { title: 'خطة عمل الربو', address: 'https://h.example.org/packet/p?lang=ar' }

test.each([shared, arabic])('title and address are shared once each: $title', ({ title, address }) => {
  const sheet = sheetData({ title, address })
  expect(sheet).toEqual({ title, text: title, url: address })
  expect(sheet.text).not.toContain(address)
  const mail = new URL(mailAddress({ title, address }))
  expect(mail.searchParams.get('subject')).toBe(title)
  expect(mail.searchParams.get('body')).toBe(`${title}\r\n${address}`)
  const message = messageAddress({ title, address })
  expect(decodeURIComponent(message.replace('sms:?&body=', ''))).toBe(`${title} ${address}`)
  for (const way of [mail.href, message]) expect(way).not.toMatch(/[ +']/)
})

const version = (
  ksbgNumber: string | null,
  tag: string | null = 'es',
  url: string | null = 'https://x.example.org/a',
) => ({
  ksbgNumber,
  tag,
  url,
})

test('a citation is shared by an item number, else by its readable ID', () => {
  const address = (...numbers: (string | null)[]) =>
    citationAddress(
      'https://h.example.org',
      'asthma-plan',
      numbers.map((number) => version(number)),
    )
  expect(address(null, 'KSBG 1042')).toBe('https://h.example.org/i/KSBG1042')
  expect(address('no number', '')).toBe('https://h.example.org/citation/asthma-plan')
  expect(address()).toBe('https://h.example.org/citation/asthma-plan')
})

test('a version is shared by its item number and language, where it has a file', () => {
  const address = (...of: Parameters<typeof version>) =>
    versionAddress('https://h.example.org', 'asthma-plan', version(...of))
  expect(address('KSBG-1043')).toBe('https://h.example.org/i/KSBG1043/es')
  expect(address('KSBG1043', 'zh-Hans')).toBe('https://h.example.org/i/KSBG1043/zh-Hans')
  for (const lacking of [address(null), address('KSBG1043', null), address('KSBG1043', 'es', null)]) {
    expect(lacking).toBe('https://h.example.org/citation/asthma-plan')
  }
})
