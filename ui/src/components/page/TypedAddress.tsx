// An address to type, for people who cannot scan the code beside it. If it does not fit on a line, it preferably
// breaks before its last part.
export function TypedAddress({ address, className }: { address: string; className?: string }) {
  const end = address.search(/\/i\/(?!.*\/i\/)/)
  return (
    <bdi dir="ltr" className={className}>
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </bdi>
  )
}
