/** Plays the recipes. Browsers are silent until the person has touched the page; so are we. */

import { strikes, type Cue, type Strike } from './recipes';

export type { Cue } from './recipes';

/** How far to the side the edge of the board sounds; all the way is unpleasant in headphones. */
const PAN_MAX = 0.6;
const NOISE_SECONDS = 0.25;
/** A thing struck is at full level after this long; less would crackle. */
const ATTACK = 0.0012;
const SILENCE = 0.001;

export interface Emphasis {
  /** Where on the board, from 0 (left) to 1 (right). */
  across?: number;
  /** How many stones a capture lifts. */
  stones?: number;
}

export class Sounds {
  /** 0 is silent, 1 is full. */
  volume = 0.8;
  private context: AudioContext | null = null;
  private hiss: AudioBuffer | null = null;

  play(cue: Cue, { across = 0.5, stones = 1 }: Emphasis = {}): void {
    if (this.volume <= 0 || !navigator.userActivation.hasBeenActive) return;
    this.context ??= new AudioContext();
    if (this.context.state === 'suspended') void this.context.resume();
    this.hiss ??= hiss(this.context);
    const out = outlet(this.context, this.volume, (2 * across - 1) * PAN_MAX);
    for (const strike of strikes(cue, stones, Math.random)) {
      sound(this.context, this.hiss, strike, out);
    }
  }
}

function outlet(context: BaseAudioContext, volume: number, pan: number): AudioNode {
  const panner = new StereoPannerNode(context, { pan });
  const gain = new GainNode(context, { gain: volume });
  panner.connect(gain).connect(context.destination);
  return panner;
}

function sound(context: BaseAudioContext, hiss: AudioBuffer, strike: Strike, out: AudioNode): void {
  const begin = context.currentTime + strike.after;
  const end = begin + strike.decay;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(strike.level, begin + ATTACK);
  gain.gain.exponentialRampToValueAtTime(strike.level * SILENCE, end + ATTACK);
  gain.connect(out);
  const source = sourceOf(context, hiss, strike, gain);
  source.start(begin);
  source.stop(end + 2 * ATTACK);
}

function sourceOf(context: BaseAudioContext, hiss: AudioBuffer, { kind, pitch }: Strike, gain: AudioNode): AudioScheduledSourceNode {
  if (kind === 'tone') {
    const tone = new OscillatorNode(context, { frequency: pitch });
    tone.connect(gain);
    return tone;
  }
  const noise = new AudioBufferSourceNode(context, { buffer: hiss });
  const band = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 1.1 });
  noise.connect(band).connect(gain);
  return noise;
}

function hiss(context: BaseAudioContext): AudioBuffer {
  const length = Math.ceil(context.sampleRate * NOISE_SECONDS);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
