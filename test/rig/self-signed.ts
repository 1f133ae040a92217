/** A certificate for 127.0.0.1 that nobody has signed but its own key. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

export interface SelfSigned {
  readonly key: string
  readonly cert: string
  /** For `NODE_EXTRA_CA_CERTS`. */
  readonly certFile: string
}

export function selfSigned(): SelfSigned {
  const folder = temporaryFolder()
  const keyFile = join(folder, 'key.pem')
  const certFile = join(folder, 'cert.pem')
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', keyFile, '-out', certFile, '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
  ])
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile }
}
