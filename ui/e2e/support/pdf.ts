// Printed pages: the sheets of a PDF made by the browser, and the QR codes on them.
import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'

/** The number of sheets. */
export const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

const image =
  /\/Subtype \/Image\s+\/Width (\d+)\s+\/Height (\d+)\s+\/ColorSpace [^\n]*\n\/BitsPerComponent 8\s+\/Filter \/FlateDecode\s+\/Length (\d+)>> stream\r?\n/g

/**
 * The texts of the QR codes among the images, which the browser stores uncompressed: red, green and blue, a byte each.
 */
export function codesOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(image)].map((found) => {
    const [width, height, length] = found.slice(1).map(Number) as [number, number, number]
    const start = found.index + found[0].length
    const rgb = inflateSync(pdf.subarray(start, start + length))
    if (rgb.length !== width * height * 3) throw new Error(`A picture of ${width} × ${height} has ${rgb.length} bytes`)
    const data = new Uint8ClampedArray(width * height * 4).fill(255)
    for (let pixel = 0; pixel < width * height; pixel++) {
      data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
    }
    return decodeQR({ width, height, data })
  })
}
