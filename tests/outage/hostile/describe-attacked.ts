// The cases of a hostile-client test for every kind of server: one attack on all at once, then cases of each alone.

import type { HostileClients } from './start-hostile-clients';
import { ATTACKED, startAttacked, type AllAttacked, type Attacked } from './start-attacked';
import type { Target } from './target';

/** Its properties are valid only within a case. */
export type AttackedCases = {
  readonly target: Target;
  readonly hostile: HostileClients;
  /** Resolves when the attack on all servers is over. Rejects when it failed for this server. */
  attackAll: () => Promise<void>;
};

/** A case fails when its server ends. */
export function describeAttacked(
  attackOfAll: (attacked: Attacked) => Promise<void>,
  addCases: (cases: AttackedCases) => void,
): void {
  let attacked: AllAttacked;
  let attackAll: ReturnType<AllAttacked['all']>;
  beforeAll(async () => {
    attacked = await startAttacked();
    attackAll = attacked.all(attackOfAll);
  }, 240_000);
  afterAll(() => attacked?.close());

  describe.each(ATTACKED)('%s', (name) => {
    afterEach(() => {
      const { target } = attacked.of(name);
      if (target.hasEnded()) throw new Error(`it has ended: ${target.log()}`);
    });
    addCases({
      get target() {
        return attacked.of(name).target;
      },
      get hostile() {
        return attacked.of(name).hostile;
      },
      attackAll: () => attackAll(name),
    });
  });
}
