import assert from 'node:assert/strict'
import test from 'node:test'
import { sbom } from './sbom.mjs'

test('the bill of materials has modules and packages, each once and in order', () => {
  const go = [
    'dist/perimeter: go1.26.1',
    '\tpath\tperimeter/cmd/perimeter',
    '\tdep\texample.com/b\tv1.2.3\th1:AAAA',
    '\tdep\texample.com/a\tv1.0.0\th1:BBBB',
    '\t=>\texample.com/c\tv2.0.0\th1:CCCC',
    '\tbuild\tCGO_ENABLED=0',
  ].join('\n')
  const lock = {
    packages: {
      '': { name: 'web' },
      'node_modules/react': { version: '19.0.0', license: 'MIT', integrity: 'sha512-AAAA' },
      'node_modules/x/node_modules/@scope/y': { version: '1.0.0' },
      'node_modules/z/node_modules/@scope/y': { version: '1.0.0' },
      'node_modules/vite': { version: '7.0.0', dev: true },
    },
  }
  const bom = sbom(go, lock, 'v9')
  assert.equal(bom.metadata.component.version, 'v9')
  assert.deepEqual(
    bom.components.map((c) => c['bom-ref']),
    ['go@go1.26.1', 'pkg:golang/example.com/b@v1.2.3', 'pkg:golang/example.com/c@v2.0.0', 'pkg:npm/%40scope/y@1.0.0', 'pkg:npm/react@19.0.0'],
  )
  assert.deepEqual(bom.components[1].hashes, [{ alg: 'SHA-256', content: '000000' }])
})
