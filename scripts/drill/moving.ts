import { importNetwork } from './acts/install.ts'
import type { Installation } from './acts/install.ts'
import { signInMembers } from './network.ts'
import { startInstances } from './release.ts'
import type { Stage } from './stage.ts'

/** Moves the two instances to another database and back, behind the same proxy. */

type Environment = Readonly<Record<string, string>>

/** Stops both instances at once and starts them with these variables. */
export async function restartWith(
  stage: Stage,
  installation: Installation,
  environment: Environment,
): Promise<Installation> {
  const { release, instances } = installation
  await Promise.all(instances.map((instance) => instance.stop()))
  const ports = instances.map(({ port }) => port)
  return { ...installation, environment, instances: await startInstances(stage, release, ports, environment) }
}

/** Fills an empty database with the network, starts both instances on it, and signs the members in. */
export async function moveTo(
  stage: Stage,
  installation: Installation,
  environment: Environment,
): Promise<Installation> {
  const { release, proxy } = installation
  await stage.run(release.command('migrate'), environment)
  await importNetwork(stage, release, environment)
  const moved = await restartWith(stage, installation, environment)
  return { ...moved, members: await signInMembers(stage, release, environment, proxy) }
}
