import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json, serve, show, userOf } from '../../testApp'
import { ImportSection } from './ImportSection'

test('of a file that cannot be read, only what is wrong with it is shown', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'POST /api/system/import': () => json({ title: 'Bad Request', detail: "line 1: there is no column 'titel'" }, 400),
  })
  show(<ImportSection />, 'nora')
  await userEvent.upload(screen.getByLabelText(/^JSON Lines or CSV file/), new File(['titel\n'], 'new.csv'))
  await screen.findByText('The file could not be checked. Nothing was changed.')
  expect(screen.getByText("line 1: there is no column 'titel'")).toBeTruthy()
})
