// The production overlay scales each service by what it is short of, and nothing else decides the number of its pods.

import { at, entriesOf, listOf, readText, textOf, yamlDocuments, type Tree } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import { manifestContainers, podTemplates } from './manifest-containers';
import { rendered } from './rendered-overlay';

const kustomized = itWith(kustomizeBuild());
const production = () => rendered('production');
const ofKind = (documents: Tree[], kind: string) =>
  documents.filter((document) => at(document, 'kind') === kind);
const nameOf = (document: Tree) => textOf(at(document, 'metadata', 'name'));

kustomized('has one scaler for each service, and no number beside it', () => {
  const documents = production();
  const scaled = [...ofKind(documents, 'HorizontalPodAutoscaler'), ...ofKind(documents, 'ScaledObject')].map(
    (scaler) => textOf(at(scaler, 'spec', 'scaleTargetRef', 'name')),
  );
  expect(scaled.sort()).toEqual(['api', 'ingester', 'redirector']);
  const workloads = [...ofKind(documents, 'Deployment'), ...ofKind(documents, 'StatefulSet')];
  expect(workloads.map((workload) => at(workload, 'spec', 'replicas'))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

kustomized('takes redirectors away slowly, one by one', () => {
  const scaler = ofKind(production(), 'HorizontalPodAutoscaler').find(
    (found) => nameOf(found) === 'redirector',
  );
  const down = at(scaler, 'spec', 'behavior', 'scaleDown');
  expect(Number(at(down, 'stabilizationWindowSeconds'))).toBeGreaterThanOrEqual(600);
  expect(listOf(at(down, 'policies'))).toEqual([{ type: 'Pods', value: 1, periodSeconds: 600 }]);
});

kustomized('scales ingesters by the lag of every group, on the topic and the brokers of the settings', () => {
  const documents = production();
  const settings = at(
    ofKind(documents, 'ConfigMap').find((map) => nameOf(map).startsWith('kurz-settings')),
    'data',
  );
  const scaler = ofKind(documents, 'ScaledObject')[0];
  const triggers = listOf(at(scaler, 'spec', 'triggers'));
  expect(triggers.map((trigger) => at(trigger, 'metadata', 'consumerGroup'))).toEqual([
    'kurz-consolidate',
    'kurz-hits',
    'kurz-live',
  ]);
  for (const trigger of triggers) {
    expect(at(trigger, 'type')).toBe('kafka');
    expect(at(trigger, 'metadata', 'topic')).toBe(at(settings, 'KURZ_KAFKA_TOPIC'));
    expect(at(trigger, 'metadata', 'bootstrapServers')).toBe(at(settings, 'KURZ_KAFKA_BROKERS'));
    expect(at(trigger, 'authenticationRef', 'name')).toBe(
      nameOf(ofKind(documents, 'TriggerAuthentication')[0] ?? null),
    );
    // KEDA accepts only texts
    for (const [, value] of entriesOf(at(trigger, 'metadata'))) expect(typeof value).toBe('string');
  }
  const most = Number(at(scaler, 'spec', 'maxReplicaCount'));
  expect(most).toBeLessThanOrEqual(Number(at(settings, 'KURZ_KAFKA_PARTITIONS')));
});

kustomized('shows Kafka one name and password, by KEDA and by every program that uses it', () => {
  const keys = listOf(at(ofKind(production(), 'TriggerAuthentication')[0], 'spec', 'secretTargetRef'));
  expect(keys.map((key) => [at(key, 'name'), at(key, 'key')])).toEqual([
    ['kurz-secrets', 'kafka_username'],
    ['kurz-secrets', 'kafka_password'],
  ]);
  const byHand = ['journal-drain', 'doctor'].flatMap((name) =>
    manifestContainers(yamlDocuments(readText(`deploy/kubernetes/${name}.yaml`))),
  );
  const users = [...manifestContainers(production()), ...byHand].filter(({ own }) =>
    Object.keys(own).some((name) => name.startsWith('KURZ_KAFKA_')),
  );
  // pods that an operator creates by hand get their names from Kubernetes
  expect(users.map(({ name }) => name).sort()).toEqual(['', '', 'ingester', 'redirector', 'topics']);
  for (const { name, own, shared, secrets } of users) {
    const files = [own['KURZ_KAFKA_USERNAME_FILE'], own['KURZ_KAFKA_PASSWORD_FILE']];
    expect([name, files]).toEqual([
      name,
      ['/run/secrets/kurz/kafka_username', '/run/secrets/kurz/kafka_password'],
    ]);
    expect(secrets).toEqual(expect.arrayContaining(files));
    expect(shared).not.toHaveProperty('KURZ_KAFKA_USERNAME');
  }
});

kustomized('keeps a share of each service through a drained node, whatever its number', () => {
  const budgets = ofKind(production(), 'PodDisruptionBudget').map((budget) => [
    nameOf(budget),
    at(budget, 'spec', 'minAvailable'),
  ]);
  expect(budgets).toEqual([
    ['api', '50%'],
    ['ingester', '50%'],
    ['redirector', '66%'],
  ]);
});

kustomized('leaves the room on the volume above the limit of the journals that the guide asks for', () => {
  const [, percent = ''] = /The volume should be (\d+) % larger/.exec(readText('docs/operating.md')) ?? [];
  expect(Number(percent)).toBeGreaterThan(0);
  const redirector = ofKind(production(), 'StatefulSet')[0];
  const storage = textOf(
    at(redirector, 'spec', 'volumeClaimTemplates', 0, 'spec', 'resources', 'requests', 'storage'),
  );
  const env = listOf(at(redirector, 'spec', 'template', 'spec', 'containers', 0, 'env'));
  const limit = env.find((entry) => at(entry, 'name') === 'KURZ_JOURNAL_MAX_BYTES');
  const volume = Number(storage.replace('Gi', '')) * 1024 ** 3;
  expect(volume / Number(at(limit, 'value'))).toBeGreaterThanOrEqual(1 + Number(percent) / 100);
});

kustomized('confines the job that drains a journal like every other pod', () => {
  const [job] = podTemplates([...rendered('small')]).filter(({ name }) => name === 'topics');
  const text = readText('deploy/kubernetes/journal-drain.yaml');
  expect(text).toContain('readOnlyRootFilesystem: true');
  expect(text).toContain('claimName: journal-redirector-');
  expect(textOf(at(job?.template, 'spec', 'securityContext', 'runAsUser'))).toBe(
    /runAsUser: (\d+)/.exec(text)?.[1],
  );
});
