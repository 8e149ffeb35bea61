import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { configOf, serve, showWith } from '../../../testApp'
import { Promoted } from './Results'

test('what is promoted leads to its citation, packet or link, in the language of its version', () => {
  serve({})
  const version = { lang: 'Arabic', tag: 'ar', dir: 'rtl', title: 'مواقف', url: null, ksbgNumber: null }
  const results = [
    { title: 'Parking', citation: 'c', readableId: 'parking', version },
    { title: 'New diabetes', packet: 'p', readableId: 'new-diabetes' },
    { title: 'Visiting hours', url: 'https://hospital.example.org/visit' },
  ]
  showWith(configOf(false), <Promoted results={results} />, '/search')
  const targets = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(targets).toEqual([
    ['مواقف', '/citation/parking'],
    ['New diabetes', '/packet/new-diabetes'],
    ['Visiting hours (opens in a new tab)', 'https://hospital.example.org/visit'],
  ])
  expect(screen.getByText('Parking').tagName).toBe('P')
  expect(screen.getByRole('region', { name: 'From the hospital' })).toBeTruthy()
})

test('nothing is shown where nothing is promoted', () => {
  showWith(configOf(false), <Promoted results={[]} />, '/search')
  expect(screen.queryByRole('region')).toBeNull()
})
