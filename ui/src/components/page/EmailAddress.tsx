// An email address as a link. When the line is too short, it breaks after the '@'.
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  )
}
