// What the Helm chart renders from a customer's values, and which values it refuses.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at, entriesOf, listOf, readYaml, ROOT, type Tree } from './deploy-files';
import { itWith, pythonTools, ran } from './deploy-tools';
import { chartOf, helm, OF_HOOKS, of, template } from './rendered-chart';

const { manifests } = pythonTools();
const withHelm = itWith(helm);

withHelm('refuses values that the schema forbids', () => {
  for (const flag of [
    'replicas=3',
    'api.replicas=0',
    'settings.KURZ_REDIS_URL=redis://redis',
    'image.digest=latest',
    'api.podLabels.app\\.kubernetes\\.io/name=other',
  ]) {
    const { ok, output } = template('--set', flag);
    expect([flag, ok]).toEqual([flag, false]);
    expect(output).toContain("values don't meet the specifications of the schema");
  }
});

const containerOf = (document: Tree | undefined) => at(document, 'spec', 'template', 'spec', 'containers', 0);

describe('with the values of a customer', () => {
  withHelm(
    'gives the jobs what they need before the rest is there, with the settings of the services',
    () => {
      const documents = chartOf('--set', 'settings.KURZ_LOG_LEVEL=debug');
      for (const name of OF_HOOKS)
        expect(at(of(documents, name), 'metadata', 'annotations', 'helm.sh/hook-weight')).toBe('-10');
      const data = at(of(documents, 'ConfigMap kurz-settings-jobs'), 'data');
      expect(data).toEqual(at(of(documents, 'ConfigMap kurz-settings'), 'data'));
      expect(at(data, 'KURZ_LOG_LEVEL')).toBe('debug');
      const jobs = documents.filter((document) => at(document, 'kind') === 'Job');
      expect(jobs.map((job) => at(job, 'metadata', 'annotations', 'helm.sh/hook'))).toEqual([
        'pre-install,pre-upgrade',
        'pre-install,pre-upgrade',
      ]);
    },
  );

  withHelm('rolls the pods when a setting changes, and only then', () => {
    const sumOf = (...flags: string[]) =>
      at(
        of(chartOf(...flags), 'Deployment api'),
        ...['spec', 'template', 'metadata', 'annotations', 'checksum/settings'],
      );
    expect(sumOf('--set', 'api.replicas=2')).toBe(sumOf());
    expect(sumOf('--set', 'settings.KURZ_LOG_LEVEL=debug')).not.toBe(sumOf());
  });

  const CUSTOMER = ['--values', path.join(ROOT, 'tests', 'deploy', 'customer-values.yaml')];

  withHelm('takes secrets, variables, an image and volumes of their own', () => {
    const documents = chartOf(...CUSTOMER);
    const api = of(documents, 'Deployment api');
    const redirector = of(documents, 'StatefulSet redirector');
    const podSpec = (document: Tree | undefined) => at(document, 'spec', 'template', 'spec');
    const secretOf = (document: Tree | undefined) =>
      at(podSpec(document), 'volumes', 0, 'secret', 'secretName');
    expect(at(containerOf(api), 'image')).toBe('registry.example/kurz:9.9.9');
    expect(at(podSpec(api), 'imagePullSecrets')).toEqual([{ name: 'pull' }]);
    expect([secretOf(api), secretOf(redirector)]).toEqual(['all', 'of-redirectors']);
    expect(listOf(at(containerOf(api), 'env')).slice(-2)).toEqual([
      { name: 'NODE_OPTIONS', value: '--require /otel/start.cjs' },
      { name: 'OTEL_TOKEN', valueFrom: { secretKeyRef: { name: 'otel', key: 'token' } } },
    ]);
    expect(at(containerOf(api), 'envFrom')).toEqual([
      { configMapRef: { name: 'kurz-settings' } },
      { secretRef: { name: 'otel-headers' } },
    ]);
    expect(listOf(at(containerOf(api), 'volumeMounts'))).toContainEqual({ name: 'otel', mountPath: '/otel' });
    expect(listOf(at(podSpec(api), 'volumes'))).toContainEqual({ name: 'otel', emptyDir: {} });
    expect(at(podSpec(of(documents, 'Deployment ingester')), 'nodeSelector')).toEqual({ disk: 'ssd' });
    expect(at(podSpec(redirector), 'tolerations')).toEqual([{ key: 'links', operator: 'Exists' }]);
    expect(at(podSpec(redirector), 'priorityClassName')).toBe('visitors');
    expect(at(redirector, 'spec', 'template', 'metadata', 'labels')).toMatchObject({
      'app.kubernetes.io/name': 'redirector',
      'example.com/cost': 'marketing',
    });
    const affinityOf = (document: Tree | undefined) =>
      entriesOf(at(podSpec(document), 'affinity')).map(([kind]) => kind);
    expect([affinityOf(api), affinityOf(redirector)]).toEqual([['nodeAffinity'], ['podAntiAffinity']]);
    expect([at(redirector, 'spec', 'replicas'), at(api, 'spec', 'replicas')]).toEqual([4, undefined]);
    expect(at(redirector, 'spec', 'volumeClaimTemplates', 0, 'spec')).toEqual({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '100Gi' } },
      storageClassName: 'fast',
    });
  });

  for (const version of ['1.30', '1.37'])
    itWith(helm, manifests)(`keeps to the schemas of Kubernetes ${version}`, () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-chart-'));
      try {
        const file = path.join(folder, 'rendered.yaml');
        writeFileSync(file, template(...CUSTOMER).stdout);
        const { ok, output } = ran(manifests, '--strict', '-k', version, file);
        // the tool does not know the operators' kinds
        const complaints = output
          .split('\n')
          .filter((line) => !/^INFO|keda\.sh|monitoring\.coreos\.com/.test(line) && line !== '');
        expect({ ok, complaints }).toEqual({ ok: true, complaints: [] });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  withHelm('keeps journals in the pods where persistence is off', () => {
    const redirector = of(chartOf('--set', 'redirector.journal.persistence=false'), 'StatefulSet redirector');
    expect(at(redirector, 'spec', 'volumeClaimTemplates')).toBeUndefined();
    expect(listOf(at(redirector, 'spec', 'template', 'spec', 'volumes'))).toContainEqual({
      name: 'journal',
      emptyDir: { sizeLimit: '10Gi' },
    });
  });

  withHelm('has no policies where they are off, and leads to the networks of the stores', () => {
    const isPolicy = (document: Tree) => at(document, 'kind') === 'NetworkPolicy';
    expect(chartOf('--set', 'networkPolicies.enabled=false').filter(isPolicy)).toEqual([]);
    const narrow = chartOf('--set', 'networkPolicies.storeNetworks={10.9.0.0/16}');
    for (const name of ['to-kafka', 'to-clickhouse', 'to-postgres-and-redis'])
      expect(at(of(narrow, `NetworkPolicy ${name}`), 'spec', 'egress', 0, 'to')).toEqual([
        { ipBlock: { cidr: '10.9.0.0/16' } },
      ]);
  });

  withHelm('leads to the ports of the stores that the values name', () => {
    const documents = chartOf('--set', 'networkPolicies.storePorts.kafka={9096}');
    expect(at(of(documents, 'NetworkPolicy to-kafka'), 'spec', 'egress', 0, 'ports')).toEqual([
      { port: 9096 },
    ]);
  });

  withHelm('refuses a budget that lets no pod go, and so no node be drained', () => {
    const withBudget = (...values: string[]) =>
      template('--set', ['redirector.podDisruptionBudget.enabled=true', ...values].join(','));
    const least = 'redirector.podDisruptionBudget.minAvailable';
    const refused = [[], ['redirector.replicas=2'], ['redirector.replicas=3', `${least}=3`]];
    for (const values of refused) {
      const { ok, output } = withBudget(...values);
      expect([values, ok]).toEqual([values, false]);
      expect(output).toContain('lets none go');
    }
    const taken = [
      ['redirector.replicas=3'],
      ['redirector.replicas=2', `${least}=50%`],
      ['redirector.autoscaling.enabled=true'],
      ['redirector.replicas=2', `${least}=1`],
    ];
    for (const values of taken) expect([values, withBudget(...values).ok]).toEqual([values, true]);
  });

  withHelm('has a ServiceMonitor that finds the pods of every service', () => {
    expect(of(chartOf(), 'ServiceMonitor kurz')).toBeUndefined();
    const documents = chartOf(
      '--set',
      'serviceMonitor.enabled=true,serviceMonitor.labels.release=prometheus',
    );
    const monitor = of(documents, 'ServiceMonitor kurz');
    expect(at(monitor, 'metadata', 'labels', 'release')).toBe('prometheus');
    const wanted = entriesOf(at(monitor, 'spec', 'selector', 'matchLabels'));
    const found = documents
      .filter((document) => at(document, 'kind') === 'Service')
      .filter((service) =>
        wanted.every(([label, value]) => at(service, 'metadata', 'labels', label) === value),
      )
      .filter((service) =>
        listOf(at(service, 'spec', 'ports')).some((port) => at(port, 'name') === 'operations'),
      );
    expect(found.map((service) => at(service, 'spec', 'selector', 'app.kubernetes.io/name')).sort()).toEqual([
      'api',
      'ingester',
      'redirector',
    ]);
  });

  withHelm('has the alerts of Prometheus as they are, in a PrometheusRule', () => {
    expect(of(chartOf(), 'PrometheusRule kurz')).toBeUndefined();
    const rule = of(chartOf('--set', 'prometheusRule.enabled=true'), 'PrometheusRule kurz');
    expect(at(rule, 'spec')).toEqual(readYaml('deploy/prometheus/alerts.yml'));
  });

  withHelm('annotates both ServiceAccounts, and a hook stays one', () => {
    const documents = chartOf('--set', 'serviceAccount.annotations.example\\.com/role=kurz');
    const annotationsOf = (name: string) =>
      at(of(documents, `ServiceAccount ${name}`), 'metadata', 'annotations');
    expect(annotationsOf('kurz')).toEqual({ 'example.com/role': 'kurz' });
    expect(annotationsOf('kurz-jobs')).toMatchObject({
      'example.com/role': 'kurz',
      'helm.sh/hook': 'pre-install,pre-upgrade',
    });
    expect(at(of(chartOf(), 'ServiceAccount kurz'), 'metadata', 'annotations')).toBeUndefined();
  });

  withHelm('leaves users and groups to a cluster that gives them itself', () => {
    const numbers = [
      ...['runAsUser', 'runAsGroup', 'fsGroup'].map((field) => `podSecurityContext.${field}=null`),
      ...['runAsUser', 'runAsGroup'].map((field) => `securityContext.${field}=null`),
    ];
    const pods = chartOf('--set', [...numbers, 'journalDrain.ordinals={5}'].join(','))
      .map((document) => at(document, 'spec', 'template', 'spec'))
      .filter((pod) => pod !== undefined);
    expect(pods).toHaveLength(6);
    for (const pod of pods) {
      const contexts = [
        at(pod, 'securityContext'),
        ...listOf(at(pod, 'containers')).map((one) => at(one, 'securityContext')),
      ];
      expect(JSON.stringify(contexts)).not.toMatch(/Group"|runAsUser/);
      expect(contexts).toMatchObject([{ runAsNonRoot: true }, { readOnlyRootFilesystem: true }]);
    }
  });

  withHelm('has doctor ask what the values name', () => {
    const argumentsOf = (...flags: string[]) =>
      listOf(at(of(chartOf(...flags), 'Pod doctor'), 'spec', 'containers', 0, 'args')).slice(1);
    const pods = ['http://redirector-pods:9101', 'http://ingester-pods:9102', 'http://api-operations:9103'];
    expect(argumentsOf()).toEqual(['doctor', '--operations', ...pods]);
    const more = 'doctor.operations={http://10.0.0.1:9101},doctor.public=true,doctor.probe=ws_1';
    expect(argumentsOf('--set', more)).toEqual([
      ...['doctor', '--operations', 'http://10.0.0.1:9101', '--public'],
      ...['--probe=ws_1', '--api=http://api', '--redirects=http://redirector'],
    ]);
  });

  withHelm("tells KEDA of Kafka in KEDA's words", () => {
    const set = 'ingester.keda.enabled=true,settings.KURZ_KAFKA_MECHANISM=plain,existingSecret=all';
    const documents = chartOf('--set', set, '--set-string', 'settings.KURZ_KAFKA_SSL=false');
    const metadata = at(of(documents, 'ScaledObject ingester'), 'spec', 'triggers', 0, 'metadata');
    expect(metadata).toMatchObject({ sasl: 'plaintext', tls: 'disable', bootstrapServers: 'kafka:9092' });
    expect(at(of(documents, 'TriggerAuthentication kafka'), 'spec', 'secretTargetRef', 0, 'name')).toBe(
      'all',
    );
    expect(at(of(documents, 'Deployment ingester'), 'spec', 'replicas')).toBeUndefined();
  });

  withHelm(
    'lets KEDA ask a Kafka without a password, and as the services where a setting is left out',
    () => {
      const triggerOf = (documents: Tree[]) =>
        at(of(documents, 'ScaledObject ingester'), 'spec', 'triggers', 0);
      const open = chartOf('--set', 'ingester.keda.enabled=true,ingester.keda.sasl=false');
      expect(at(triggerOf(open), 'metadata', 'sasl')).toBe('none');
      // KEDA refuses a trigger whose authentication has no name
      expect(at(triggerOf(open), 'authenticationRef')).toBeUndefined();
      expect(of(open, 'TriggerAuthentication kafka')).toBeUndefined();
      const unset = ['MECHANISM', 'SSL', 'TOPIC'].map((name) => `settings.KURZ_KAFKA_${name}=null`);
      const documents = chartOf('--set', ['ingester.keda.enabled=true', ...unset].join(','));
      const metadata = at(triggerOf(documents), 'metadata');
      expect(metadata).toMatchObject({ sasl: 'scram_sha512', tls: 'enable', topic: 'kurz.clicks' });
    },
  );

  withHelm('ships the journal of a redirector that is no more, and of no other', () => {
    const job = of(chartOf('--set', 'journalDrain.ordinals={5}'), 'Job journal-drain-5');
    expect(at(job, 'metadata', 'annotations', 'helm.sh/hook')).toBe('post-install,post-upgrade');
    expect(listOf(at(job, 'spec', 'template', 'spec', 'volumes'))).toContainEqual({
      name: 'journal',
      persistentVolumeClaim: { claimName: 'journal-redirector-5' },
    });
    const { ok, output } = template('--set', 'redirector.replicas=6,journalDrain.ordinals={5}');
    expect(ok).toBe(false);
    expect(output).toContain('redirector-5 still runs');
  });
});
