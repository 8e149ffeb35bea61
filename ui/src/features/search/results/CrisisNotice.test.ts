import { expect, test } from 'vitest'
import { parseContact } from './CrisisNotice'

test.each([
  ['988', { kind: 'call', number: '988', href: 'tel:988' }],
  ['1-800-222-1222', { kind: 'call', number: '1-800-222-1222', href: 'tel:18002221222' }],
  ['+49 (30) 19240', { kind: 'call', number: '+49 (30) 19240', href: 'tel:+493019240' }],
  ['text HOME to 741741', { kind: 'text', word: 'HOME', number: '741741', href: 'sms:741741?&body=HOME' }],
  ['Ask at the front desk', { kind: 'other', text: 'Ask at the front desk' }],
  ['Room 7', { kind: 'other', text: 'Room 7' }],
])('%s', (contact, expected) => expect(parseContact(contact)).toEqual(expected))
