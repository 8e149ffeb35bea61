// An address to be typed, for those who cannot scan the code beside it. Where a line is too short for it, it is broken before
// its last part at first.
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
