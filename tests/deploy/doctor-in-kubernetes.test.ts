// In Kubernetes `kurz doctor` gets what Compose gives it, is confined like every other pod, and the network policies
// let it reach whatever it examines.

import { composeContainers } from './compose-containers';
import { at, entriesOf, listOf, textOf, type Tree } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import { manifestContainers, podTemplates } from './manifest-containers';
import { doctorOf, OVERLAYS, rendered } from './rendered-overlay';

const isPolicy = (document: Tree) => at(document, 'kind') === 'NetworkPolicy';
const portsOf = (rule: Tree) => listOf(at(rule, 'ports')).map((port) => Number(at(port, 'port')));

/** Whether a pod selector matches a pod with these labels. */
function takes(selector: Tree | undefined, labels: Record<string, string>): boolean {
  const wanted = entriesOf(at(selector, 'matchLabels'));
  const expressions = listOf(at(selector, 'matchExpressions'));
  return (
    wanted.every(([key, value]) => labels[key] === value) &&
    expressions.every((one) =>
      listOf(at(one, 'values'))
        .map(textOf)
        .includes(labels[textOf(at(one, 'key'))] ?? ''),
    )
  );
}

const DOCTOR = { 'app.kubernetes.io/name': 'doctor', 'app.kubernetes.io/part-of': 'kurz' };

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const kustomized = itWith(kustomizeBuild());

  kustomized('gives doctor every secret that Compose gives it, and the name and password of Kafka', () => {
    const [compose] = composeContainers().filter(({ name }) => name === 'kurz');
    const [doctor] = manifestContainers([...rendered(overlay), doctorOf(overlay)]).filter(
      ({ name }) => name === 'doctor',
    );
    const secretsOf = (own: Record<string, string> = {}) =>
      Object.keys(own).filter((name) => name.endsWith('_FILE'));
    expect(secretsOf(doctor?.own).sort()).toEqual(
      [
        ...new Set([
          ...secretsOf({ ...compose?.shared, ...compose?.own }),
          'KURZ_KAFKA_USERNAME_FILE',
          'KURZ_KAFKA_PASSWORD_FILE',
        ]),
      ].sort(),
    );
  });

  kustomized('confines it as the jobs', () => {
    const templates = podTemplates([...rendered(overlay), doctorOf(overlay)]);
    const of = (name: string) => templates.find((template) => template.name === name)?.template;
    const confined = (template: Tree | undefined) => [
      at(template, 'spec', 'securityContext'),
      at(template, 'spec', 'automountServiceAccountToken'),
      at(template, 'spec', 'containers', 0, 'securityContext'),
      at(template, 'spec', 'containers', 0, 'resources'),
    ];
    expect(confined(of('doctor'))).toEqual(confined(of('topics')));
    expect(at(of('doctor'), 'metadata', 'labels')).toMatchObject(DOCTOR);
  });

  kustomized('lets it out to every store, to the mail server and to the internet', () => {
    const out = rendered(overlay)
      .filter((document) => isPolicy(document) && takes(at(document, 'spec', 'podSelector'), DOCTOR))
      .flatMap((policy) => listOf(at(policy, 'spec', 'egress')))
      .flatMap(portsOf);
    expect(out).toEqual(expect.arrayContaining([53, 5432, 6379, 9092, 8123, 587, 443]));
  });

  kustomized('lets it in, at the addresses that it asks', () => {
    const documents = rendered(overlay);
    const asked = listOf(at(doctorOf(overlay), 'spec', 'containers', 0, 'args'))
      .map(textOf)
      .filter((argument) => argument.startsWith('http:'))
      .map((address) => new URL(address));
    expect(asked).toHaveLength(3);
    for (const { hostname, port } of asked) {
      const service = documents.find(
        (document) => at(document, 'kind') === 'Service' && at(document, 'metadata', 'name') === hostname,
      );
      const [served] = listOf(at(service, 'spec', 'ports')).filter((one) => textOf(at(one, 'port')) === port);
      expect([hostname, textOf(at(served, 'targetPort'))]).toEqual([hostname, 'operations']);
      const labels = {
        'app.kubernetes.io/part-of': 'kurz',
        'app.kubernetes.io/name': textOf(at(service, 'spec', 'selector', 'app.kubernetes.io/name')),
      };
      const letIn = (direction: 'ingress' | 'egress', side: 'from' | 'to', from: object, to: object) =>
        documents
          .filter(
            (document) =>
              isPolicy(document) && takes(at(document, 'spec', 'podSelector'), from as typeof labels),
          )
          .flatMap((policy) => listOf(at(policy, 'spec', direction)))
          .filter((rule) =>
            listOf(at(rule, side)).some(
              (peer) =>
                at(peer, 'podSelector') !== undefined && takes(at(peer, 'podSelector'), to as typeof labels),
            ),
          )
          .flatMap(portsOf);
      expect(letIn('ingress', 'from', labels, DOCTOR)).toContain(Number(port));
      expect(letIn('egress', 'to', DOCTOR, labels)).toContain(Number(port));
    }
  });
});
