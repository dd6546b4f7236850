// The templates of pods that run to completion: migrations and topics, the drain of a journal, and `helm test`.

import { leastPodsOf } from './optional-templates.mjs';
import { accountOf, podOf, settingsMap, withMetadata, without } from './pod-template.mjs';
import { splitArguments } from './source-manifests.mjs';
import { expression, itemLines, itemsOf, templateOf } from './template-marks.mjs';

/** Jobs run before the workloads are changed, with their own ServiceAccount and ConfigMap. */
const BEFORE = 'pre-install,pre-upgrade';
const hookOf = (when, weight, policy) => ({
  'helm.sh/hook': when,
  'helm.sh/hook-weight': String(weight),
  'helm.sh/hook-delete-policy': policy,
});

const jobOf = (document, hook, names) => {
  const { template, ...spec } = document.spec;
  const values = '$.Values.jobs';
  return {
    ...withMetadata(document, hook),
    spec: {
      ...spec,
      template: { metadata: template.metadata, spec: podOf(template.spec, { values, ...names }) },
    },
  };
};

export function jobsTemplate(documents, [account]) {
  const supplies = hookOf(BEFORE, -10, 'before-hook-creation,hook-succeeded');
  const names = { settings: 'kurz-settings-jobs', serviceAccount: 'kurz-jobs' };
  const ownAccount = { ...account, metadata: { ...account.metadata, name: names.serviceAccount } };
  const jobs = documents.map((document) => jobOf(document, hookOf(BEFORE, 0, 'before-hook-creation'), names));
  return templateOf(
    [accountOf(ownAccount, supplies), withMetadata(settingsMap(names.settings), supplies), ...jobs],
    '$.Values.jobs.enabled',
  );
}

/** Kubernetes generates the name of an object that an operator creates by hand; in the chart it is fixed. */
const named = (document, name) => ({
  ...document,
  metadata: { name, ...without(document.metadata, 'generateName') },
});

/** A job for each journal whose redirector is gone. */
export function journalDrainTemplate([document]) {
  const hook = hookOf('post-install,post-upgrade', 0, 'before-hook-creation');
  const name = expression('printf "journal-drain-%d" (int $ordinal)');
  const job = jobOf(named(document, name), hook);
  const claimName = expression('printf "journal-redirector-%d" (int $ordinal)');
  const { volumes } = job.spec.template.spec;
  job.spec.template.spec.volumes = volumes.map((volume) =>
    volume.persistentVolumeClaim ? { ...volume, persistentVolumeClaim: { claimName } } : volume,
  );
  return `{{- range $ordinal := $.Values.journalDrain.ordinals }}
{{- if lt (int $ordinal) (${leastPodsOf('redirector')}) }}{{ fail (printf "journalDrain.ordinals: redirector-%d still runs" (int $ordinal)) }}{{ end }}
---
${templateOf([job])}{{- end }}
`;
}

/** `helm test`: a pod, whose log Helm shows. */
export function doctorTemplate([document]) {
  const [container] = document.spec.containers;
  const spec = podOf(document.spec, {
    values: '$.Values.jobs',
    secret: '$.Values.doctor.existingSecret',
  });
  spec.containers[0].args = [
    ...splitArguments(container).fixed,
    ...itemsOf('$.Values.doctor.operations'),
    ...itemLines(
      '{{- if $.Values.doctor.public }}',
      '- --public',
      '{{- end }}',
      '{{- with $.Values.doctor.probe }}',
      '- {{ printf "--probe=%s" . | quote }}',
      '- --api=http://api',
      '- --redirects=http://redirector',
      '{{- end }}',
    ),
  ];
  const hook = hookOf('test', 0, 'before-hook-creation');
  return templateOf([{ ...withMetadata(named(document, container.name), hook), spec }]);
}
