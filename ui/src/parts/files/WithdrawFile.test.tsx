import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageHeading } from '../../components/page/PageHeading'
import { json, serve, show, userOf } from '../../testApp'
import { WithdrawFile } from './WithdrawFile'

const digest = 'a'.repeat(64)
const call = `POST /api/files/${digest}/withdraw`

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function open(answers: Parameters<typeof serve>[0]) {
  const user = userEvent.setup()
  const asked = serve({ 'GET /api/user': userOf('nora'), ...answers })
  const { client } = show(
    <>
      <PageHeading>Fever</PageHeading>
      <WithdrawFile file={{ digest, name: 'fever.pdf' }} />
    </>,
    'nora',
    '/citation/fever',
  )
  await user.click(screen.getByRole('button', { name: 'Withdraw… fever.pdf' }))
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  const dialog = within(await screen.findByRole('dialog'))
  const withdraw = () => user.click(dialog.getByRole('button', { name: 'Withdraw file' }))
  return { user, asked, refreshed, dialog, withdraw }
}

test('a file is withdrawn with a reason and a confirmation, and the focus moves to the heading', async () => {
  const { user, asked, refreshed, dialog, withdraw } = await open({ [call]: () => json(undefined, 204) })
  const reason = dialog.getByRole('textbox', { name: /^Reason/ })
  expect(document.activeElement).toBe(reason)
  await withdraw()
  expect(dialog.getByText('Reason is required.')).toBeTruthy()
  expect(dialog.getByText('Confirm that the content will be deleted.')).toBeTruthy()
  expect(document.activeElement).toBe(reason)
  await user.type(reason, ' Names a person. ')
  await user.click(dialog.getByRole('checkbox'))
  await withdraw()
  await waitFor(() => expect(refreshed).toHaveBeenCalled())
  expect(refreshed.mock.calls.map(([filters]) => filters?.queryKey?.[0])).toEqual([
    'citation',
    'versions',
    'record',
    'file',
  ])
  expect(asked.find((one) => one.call === call)?.body).toEqual({ reason: 'Names a person.' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Fever'))
})

test('the dialog stays with what the store could not delete', async () => {
  const detail = 'The store keeps what is deleted until 2027.'
  const { user, refreshed, dialog, withdraw } = await open({ [call]: () => json({ detail }) })
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Names a person.')
  await user.click(dialog.getByRole('checkbox'))
  await withdraw()
  expect(await dialog.findByText(detail)).toBeTruthy()
  expect(refreshed).not.toHaveBeenCalled()
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(refreshed).toHaveBeenCalled())
})

test('a refusal keeps the reason', async () => {
  const refused = { errors: [{ field: 'reason', message: 'At most 1000 characters are allowed.' }] }
  const { user, refreshed, dialog, withdraw } = await open({ [call]: () => json(refused, 422) })
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ })
  await user.type(reason, 'Long')
  await user.click(dialog.getByRole('checkbox'))
  await withdraw()
  expect((await dialog.findByRole('alert')).textContent).toContain('At most 1000 characters are allowed.')
  expect(reason.value).toBe('Long')
  expect(refreshed).not.toHaveBeenCalled()
})
