const wrong = [];
let shown = 0;
for (const hand of document.querySelectorAll('.hand')) {
    const data = JSON.parse(hand.querySelector('script').textContent);
    const letter = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };
    for (let seat = 0; seat < 3; seat++) {
        hand.querySelectorAll('.seats button')[seat + 1].click();
        let scene = {};
        data.views[seat + 1].forEach((change, at) => {
            scene = { ...scene, ...change };
            hand.querySelector('[data-step="' + at + '"]').click();
            const step = data.steps[at];
            const known = JSON.stringify(scene) + (step && !(step.unseen || []).includes(seat) ? step.say : '');
            const felt = hand.querySelector('.felt');
            for (const card of felt.querySelectorAll('.card:not(.back), .word')) {
                const text = card.textContent.replace('\uFE0E', '').replace('10', 'T');
                const found = text.match(/[2-9TJQKA]/), suit = text.match(/[♠♥♦♣]/);
                if (!found) continue;
                shown++;
                const record = found[0] + letter[suit[0]], said = suit[0] + found[0];
                if (!known.includes(record) && !known.includes(said)) wrong.push(seat + ' at ' + at + ': ' + record);
            }
            for (const other of [0, 1, 2].filter((other) => other !== seat)) {
                const box = felt.querySelector('.p' + other), open = box.querySelectorAll('.card:not(.back)').length;
                const due = (scene['hand' + other].cards || '').split(' ').filter(Boolean).length;
                if (open !== due) wrong.push(seat + ' at ' + at + ' sees ' + open + ' cards of ' + other);
            }
        });
    }
}
return [shown, wrong];
