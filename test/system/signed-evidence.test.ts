import { expect, test } from 'vitest'
import { implementProject } from '../rig/implement-project.ts'
import { MODEL_KEY, realModels } from '../rig/real-models.ts'
import { HAS_SSH, signerLine, sshKey } from '../rig/ssh-keys.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

const UNSIGNED = 'its verdict is not signed by an allowed signer'
const DESIGN = 'docs/lld/LLD-2.md'
const LINEAGE = 'docs/lineage/2-lld'

test.skipIf(!HAS_SSH)(
  'a forged design is not built, a signed one is; code counts by its signature',
  async () => {
    const { project, provider, ask } = await implementProject({ designs: ['2'] })
    const key = sshKey(temporaryFolder(), 'ada')
    const evidence = { signingKey: 'env:ADA', allowedSigners: '.agentos-signers' }
    const config = { ...realModels(provider.url), evidence }
    project.write('agentos.config.mts', `export default ${JSON.stringify(config)}`)
    const real = (...args: string[]) => project.agentos(args, { env: { ...MODEL_KEY, ADA: key } })
    const plan = async (...args: string[]) =>
      JSON.parse((await real(...args, '--dry-run', '--json')).stdout)

    const refused = await real('lld', '2')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file') })
    project.write('.agentos-signers', signerLine(key, 'ada@example.org', 'namespaces="agentos"'))
    for (const path of [DESIGN, ...project.list(LINEAGE).map((name) => `${LINEAGE}/${name}`)])
      project.write(path, project.read(path).replace('provider: mock', 'provider: models'))
    project.commit('.')

    expect((await plan('implement', '--all')).leftOut).toContainEqual({
      ...{ id: '2', label: 'IMPL-2' },
      why: expect.stringContaining(`its design ${DESIGN} is not approved: ${UNSIGNED}`),
    })
    expect((await plan('lld', '2')).items[0].note).toBe(
      `${DESIGN} is taken as the draft: ${UNSIGNED}`,
    )

    expect(await real('lld', '2')).toMatchObject({ code: 0 })
    expect(project.list(LINEAGE).filter((name) => name.endsWith('.sig'))).toHaveLength(1)
    expect(await real('implement', '2')).toMatchObject({ code: 0 })
    const signature = 'docs/reports/2-implementation-report.md.sig'
    expect(ask('show', `agentos/2-search:${signature}`)).toContain('BEGIN SSH SIGNATURE')
    expect((await plan('implement', '--all')).items).toEqual([])

    project.git('checkout', '--quiet', 'agentos/2-search')
    project.write(signature, 'signed: Ada\n')
    project.commit(signature)
    project.git('checkout', '--quiet', '-')
    expect((await plan('implement', '2')).items[0].note).toBe(
      `branch agentos/2-search: ${UNSIGNED}: kept under refs/agentos/leftover/, built anew`,
    )
  },
)
