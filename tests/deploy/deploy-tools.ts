// The tools that check deployment files: from PyPI (kept in the system's temporary folder, once per set of versions),
// kustomize (PATH, kubectl, or built by Go), Helm (PATH, or built before) and promtool (PATH, or Debian's package,
// unpacked). A tool that cannot be had is a reason instead, and tests that need it are skipped by name.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const REQUIREMENTS = path.join(__dirname, 'requirements.txt');
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';
const INSTALL_MS = 300_000;
const RUN_MS = 60_000;

export type Ran = { ok: boolean; output: string; stdout: string };
export type Tool = { kind: 'tool'; run: (...args: string[]) => Ran } | { kind: 'missing'; reason: string };

function run(command: string, args: string[], timeout = RUN_MS, env = process.env): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout, env });
  const output = [error?.message, stdout, stderr].filter(Boolean).join('\n').trim();
  return { ok: status === 0, output, stdout: stdout ?? '' };
}

const missing = (reason: string): Tool => ({ kind: 'missing', reason });
const toolOf = (command: string, ...first: string[]): Tool => ({
  kind: 'tool',
  run: (...args) => run(command, [...first, ...args]),
});

/** Installs beside its final place and renames, so that two runs at once do not meet. */
function pythonEnvironment(): { folder: string } | { reason: string } {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = path.join(os.tmpdir(), `kurz-deploy-tools-${version}`);
  if (existsSync(folder)) return { folder };
  if (!run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).ok)
    return { reason: 'Python 3.10 or newer is not there' };
  const draft = mkdtempSync(path.join(os.tmpdir(), 'kurz-deploy-tools-draft-'));
  const python = path.join(draft, 'bin', 'python3');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
  const made = run('python3', ['-m', 'venv', draft], INSTALL_MS);
  const installed = made.ok ? run(python, pip, INSTALL_MS) : made;
  try {
    if (installed.ok) renameSync(draft, folder);
  } catch {
    // another run was first
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return installed.ok
    ? { folder }
    : { reason: `PyPI's tools cannot be installed: ${installed.output.slice(-200)}` };
}

function kustomizeTool(): Tool {
  if (run('kustomize', ['version']).ok) return toolOf('kustomize', 'build');
  if (run('kubectl', ['kustomize', '--help']).ok) return toolOf('kubectl', 'kustomize');
  const folder = path.join(os.tmpdir(), 'kurz-kustomize-5.7.1');
  const program = path.join(folder, 'kustomize');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const built = run('go', ['install', KUSTOMIZE], INSTALL_MS, { ...process.env, GOBIN: folder });
    if (!built.ok) return missing('neither kustomize nor kubectl nor a Go that builds it is there');
  }
  return toolOf(program, 'build');
}

function promtoolTool(): Tool {
  if (run('promtool', ['--version']).ok) return toolOf('promtool');
  const folder = path.join(os.tmpdir(), 'kurz-promtool');
  const program = path.join(folder, 'usr', 'bin', 'promtool');
  if (!existsSync(program)) {
    const draft = mkdtempSync(path.join(os.tmpdir(), 'kurz-promtool-draft-'));
    const script = 'apt-get download prometheus && dpkg -x prometheus_*.deb . && rm prometheus_*.deb';
    const unpacked = run('sh', ['-c', `cd ${draft} && ${script}`], INSTALL_MS);
    try {
      if (unpacked.ok) renameSync(draft, folder);
    } catch {
      // another run was first
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    if (!existsSync(program)) return missing('neither promtool nor Debian’s package of Prometheus is there');
  }
  return toolOf(program);
}

let promtool: Tool | undefined;

/** `run('test', 'rules', file)` evaluates rules over series. */
export const prometheusTool = (): Tool => (promtool ??= promtoolTool());

export type DeployTools = { compose: Tool; manifests: Tool; dockerfile: Tool };

/** Takes about a minute the first time, nothing afterwards. */
export function pythonTools(): DeployTools {
  const python = pythonEnvironment();
  if ('reason' in python) {
    const none = missing(python.reason);
    return { compose: none, manifests: none, dockerfile: none };
  }
  const program = (name: string) => path.join(python.folder, 'bin', name);
  // a moved environment's programs name the folder they were made in, its Python does not
  const module = (code: string) => toolOf(program('python3'), '-c', code);
  return {
    compose: module('from check_jsonschema import main; main()'),
    manifests: module('import sys; from kubernetes_validate.__main__ import main; sys.exit(main())'),
    dockerfile: toolOf(program('hadolint')),
  };
}

/** Finds Helm on PATH or as built by `npm run test:chart`. Does not build it, because that takes minutes. */
function helmTool(): Tool {
  if (run('helm', ['version']).ok) return toolOf('helm');
  const { stdout: folder } = run(process.execPath, [path.join(__dirname, 'helm.mjs'), '--where']);
  if (folder !== '') return toolOf(path.join(folder, 'helm'));
  return missing('helm is not there; npm run test:chart builds it');
}

let helm: Tool | undefined;

/** `run('template', 'kurz', folder)` renders a chart. */
export const chartTool = (): Tool => (helm ??= helmTool());

let kustomize: Tool | undefined;

/** `run(folder)` renders an overlay. */
export const kustomizeBuild = (): Tool => (kustomize ??= kustomizeTool());

/** `it`, or `it.skip` with the reasons in the title. */
export function itWith(...tools: Tool[]): (title: string, test: () => void) => void {
  const reasons = tools.flatMap((tool) => (tool.kind === 'missing' ? [tool.reason] : []));
  if (reasons.length === 0) return it;
  return (title, test) => it.skip(`${title} (${reasons.join('; ')})`, test);
}

/** The result of a tool; throws the reason when the tool is missing. */
export function ran(tool: Tool, ...args: string[]): Ran {
  if (tool.kind === 'missing') throw new Error(tool.reason);
  return tool.run(...args);
}
