import { mount } from 'svelte';
import './ui/theme.css';
import App from './ui/App.svelte';
import { createLinkHome } from './ui/link-home.ts';
import { setLoading } from './ui/parts/frame.ts';
import { inputsOfSample } from './ui/files/files.ts';
import { Look } from './ui/look.svelte.ts';
import { prefetchParts } from './ui/parts/prefetch.ts';
import { Session } from './ui/session.svelte.ts';
import { createLoadClient } from './worker/client.ts';

const look = new Look();
const session = new Session(createLoadClient(), createLinkHome(location, history), inputsOfSample);
setLoading(false);
session.follow();
mount(App, { target: document.body, props: { session, look } });
void prefetchParts();
