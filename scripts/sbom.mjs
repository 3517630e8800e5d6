// Usage: go version -m BINARY | node sbom.mjs PACKAGE-LOCK.JSON VERSION
// Prints what a binary is made of, in the format of CycloneDX 1.6: the Go modules that
// Go has noted in it, and the packages of the front end that are not only for building.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// goComponents reads the output of "go version -m". A replaced module is followed by
// what replaces it.
export function goComponents(text) {
  const components = []
  for (const line of text.split('\n')) {
    const [, kind, name, version, sum] = line.split('\t')
    if (kind === '=>') components.pop()
    if (kind !== 'dep' && kind !== '=>') continue
    components.push({
      type: 'library',
      'bom-ref': `pkg:golang/${name}@${version}`,
      name,
      version,
      purl: `pkg:golang/${name}@${version}`,
      ...(sum?.startsWith('h1:') && { hashes: [hash('SHA-256', sum.slice('h1:'.length))] }),
    })
  }
  const go = /: (go\d\S*)/.exec(text)?.[1]
  if (go) components.push({ type: 'platform', 'bom-ref': `go@${go}`, name: 'go', version: go.slice('go'.length) })
  return components
}

// webComponents reads a package-lock.json of version 2 or 3.
export function webComponents(lock) {
  return Object.entries(lock.packages)
    .filter(([path, p]) => path !== '' && !p.dev && !p.devOptional && !p.link)
    .map(([path, p]) => {
      const name = p.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const purl = `pkg:npm/${name.replace('@', '%40')}@${p.version}`
      return {
        type: 'library',
        'bom-ref': purl,
        name,
        version: p.version,
        purl,
        ...(p.license && { licenses: [{ license: { name: p.license } }] }),
        ...(p.integrity?.startsWith('sha512-') && { hashes: [hash('SHA-512', p.integrity.slice('sha512-'.length))] }),
      }
    })
}

function hash(alg, base64) {
  return { alg, content: Buffer.from(base64, 'base64').toString('hex') }
}

// sbom has no time and no serial number, so that two builds are alike.
export function sbom(goVersion, lock, version) {
  const unique = new Map([...goComponents(goVersion), ...webComponents(lock)].map((c) => [c['bom-ref'], c]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'perimeter', name: 'perimeter', version } },
    components: [...unique.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , lockFile, version] = process.argv
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  process.stdout.write(`${JSON.stringify(sbom(readFileSync(0, 'utf8'), lock, version), null, 2)}\n`)
}
