// Français.

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('fr');

const words: FiveWords = {
  title: 'Les cinq livrets',
  compare: 'Les cinq sur le goban : ce qui diffère',
  lead: 'Cinq livrets décrivent le go, et jamais deux le même jeu. Choisissez-en un, jouez dans la position, puis changez de livret : vous voyez aussitôt ce qu’il dit du même coup.',
  positions: 'Positions',
  book: 'Livret',
  board: 'La position à essayer',
  law: 'Ce que dit le livret',
  tries: 'Essayer',
  ready: 'Jouez sur le goban, ou choisissez un essai.',
  allowed: 'Permis',
  refused: 'Refusé',
  yes: 'oui',
  no: 'non',
  stopped: 'Le jeu s’arrête',
  goesOn: (color) => `Pas encore : à ${color} de jouer`,
  comesOff: (count) => n(count, { one: '# pierre est retirée.', other: '# pierres sont retirées.' }),
  mark: 'Choisissez une chaîne pour la dire morte, ou de nouveau vivante.',
  again: 'Revenir à la position',
  side: 'Les cinq côte à côte',
  sideLead: 'Chaque réponse est celle du serveur, demandée à l’instant.',

  facts: {
    legal: 'Le coup',
    turn: 'Premier à jouer',
    exists: 'Un goban 5×5',
    stage: 'Blanc passe, Noir passe',
    handed: 'Pierres données en tout',
    removed: 'Pierres retirées',
    result: 'Résultat',
    komi: 'Komi',
    blackTerritory: 'Territoire de Noir',
    whiteTerritory: 'Territoire de Blanc',
    stones: 'Pierres au début',
    owed: 'Fois où Blanc doit passer',
  },

  cases: {
    first: {
      title: 'Le premier coup',
      lead: 'Un goban vide. À qui est la première pierre, et le goban peut-il être plus petit ? Posez-en une et voyez sa couleur.',
      lines: {},
    },
    suicide: {
      title: 'Le suicide',
      lead: 'À Noir de jouer. En A9, une pierre ôterait la dernière liberté à deux pierres noires, elle comprise ; en E5, elle serait seule et sans liberté. En H2 elle n’en a pas non plus, mais elle capture.',
      lines: { several: 'A9 : deux pierres à soi', one: 'E5 : une pierre à soi', capture: 'H2 : capture' },
    },
    ko: {
      title: 'Le ko',
      lead: 'Noir vient de capturer en E5. Blanc peut-il reprendre aussitôt en D5 ? Et après un coup ailleurs et sa réponse ?',
      lines: { once: 'D5 aussitôt', later: 'D5 deux coups plus tard' },
    },
    sending: {
      title: 'Deux pierres pour une',
      lead: 'Noir a donné deux pierres, Blanc les a prises avec une. Si Noir prend celle-ci en B1, le goban est comme avant, mais c’est à Blanc de jouer. Et si Blanc avait passé juste avant ?',
      lines: { began: 'Noir a commencé', passed: 'Blanc avait passé' },
    },
    triple: {
      title: 'Trois kos',
      lead: 'Trois kos à la fois : on peut tourner en rond sans jamais reprendre aussitôt. D8 de Blanc ramène le goban d’il y a six coups.',
      lines: { round: 'D8 ferme le cercle' },
    },
    passes: {
      title: 'Passer',
      lead: 'Il n’y a plus rien à gagner, et c’est à Blanc. Blanc passe, Noir passe. Est-ce la fin ? Et qu’est-ce que cela a coûté ?',
      lines: { two: 'Passer deux fois', three: 'Et une troisième' },
    },
    dead: {
      title: 'Les pierres mortes',
      lead: 'Deux pierres blanches et une noire sont perdues, mais personne ne les a capturées. Les deux joueurs passent. Ici, sans komi.',
      lines: { both: 'Les deux passent' },
    },
    count: {
      title: 'La même partie, comptée',
      lead: 'Chacun capture encore une pierre, puis les deux passent : sept points d’avance pour Noir, avant le komi. Puis de même, mais Noir joue d’abord une pierre inutile chez lui, en B5.',
      lines: { both: 'Les deux passent', inside: 'Noir joue d’abord chez lui' },
    },
    seki: {
      title: 'Le seki',
      lead: 'En bas, une chaîne noire et une blanche, chacune avec un œil, partagent le point C1. Qui y joue est capturé, donc les deux restent. Les yeux en A1 et E1 comptent-ils ? Ici, sans komi.',
      lines: { both: 'Les deux passent' },
    },
    handicap: {
      title: 'Le handicap',
      lead: 'Un handicap de trois. Comment la partie commence-t-elle, et qui joue ?',
      lines: { stone: 'Une pierre en E5' },
    },
  },
};

export default words;
