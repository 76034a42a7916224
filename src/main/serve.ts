import './node-version.js';
import { endSignal } from './end-signal.js';

// Listens for signals before the rest is loaded, which takes a moment.
const signal = endSignal();

try {
  const { serve } = await import('./until-stopped.js');
  await serve(signal, (service) => service.banner);
} catch (error) {
  const [{ explain }, { ConfigError }] = await Promise.all([import('./explain.js'), import('./config.js')]);
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
  process.exit(1);
}
