//# patterns made at run time
print('a1'.replace(new RegExp('\\p{N}', 'gu'), '#'), 'é'.match(new RegExp('^\\p{Letter}$', 'v'))[0], new RegExp('\\p{Lu}', 'iu').test('a'), 'x1y2'.split(new RegExp('\\p{Nd}', 'u')).join('|'));
for (const [source, text] of [['[\\p{L}--[a-z]]', 'aB'], ['[\\p{L}&&[a-z]]+', 'Bab'], ['^[\\q{abc|d}]$', 'abc'], ['[^\\d]', '1a'], ['\\p{Emoji_Keycap_Sequence}', '1\uFE0F\u20E3']]) { const r = new RegExp(source, 'v'); print(r.exec(text)[0], r.flags, r.unicodeSets, r.unicode, r.source, String(r)); }
for (const flags of ['', 'u', 'v']) for (const source of ['\\p{Foo}', '\\p', '\\p{L}']) try { print(new RegExp(source, flags).test('p{Foo}'), source, flags); } catch (e) { print(e.name, source, flags); }
//# indices of groups
print(JSON.stringify(/x(a)y(a)/d.exec('aaxaya').indices), JSON.stringify(/(a|ab)(c|bcd)(d*)/d.exec('abcd').indices), JSON.stringify(new RegExp('(?:(a)|(b))+', 'd').exec('ab').indices));
const d = /(?<a>x)(?<b>y)?/dg, match = d.exec('zx'); print(JSON.stringify(match.indices.groups), d.lastIndex, d.hasIndices, 'xx'.replace(d, 'q'), [...'a1b2'.matchAll(/[a-z](\d)/dg)].map(m => m.indices[1].join()).join(' '));
//# properties of regular expressions
print(/a/dgimsuy.flags, /a/v.flags, RegExp('/').source, RegExp('').source, String(RegExp('\n')), RegExp.prototype.flags, RegExp.prototype.source, new RegExp(/a/g, 'i').flags, RegExp.prototype.toString.call({ source: 's', flags: 'f' }));
print(/a/.constructor === RegExp, RegExp(/x/g).flags, RegExp.name, RegExp.length, Object.keys(/a/d).length, RegExp[Symbol.species] === RegExp); const r = /a/; print(RegExp(r) === r, new RegExp(r) === r);
//# subclasses of RegExp
class R extends RegExp { exec(s) { const m = super.exec(s); if (m) m[0] = m[0].toUpperCase(); return m; } }
print('abc'.match(new R('b'))[0], 'abcb'.replace(new R('b', 'g'), m => '<' + m + '>'), new R('\\p{L}', 'u') instanceof R, new R('a') instanceof RegExp, 'a-b'.split(new R('-')).join('|'));
//# properties of strings
print(/^\p{RGI_Emoji}$/v.test('\u{1F1E9}\u{1F1EA}'), /^\p{RGI_Emoji}$/v.test('\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'), /^\p{RGI_Emoji}$/v.test('a'), /[\p{Lowercase}&&\p{ASCII}]+/v.exec('\u00C0ABcd')[0], /\p{Hex_Digit}/u.test('g'), /\p{Script_Extensions=Deva}/u.test('\u0964'));
//# what matched last
'xabc'.replace(/(b)/, ''); print(RegExp.$1, RegExp.lastMatch, RegExp.leftContext, RegExp["$'"]);
//# spaces in brackets
var sets = [/[\s]/, /[\S]/, /[^\s]/, /[^\S]/, /[\s\S]/, /[^\s\S]/, /[\w\s]/, /[^\w\s-]/i, /[\s\d]/u, /[a\S]/iu];
for (var set of sets) {
  var found = 0, sum = 0;
  for (var code = 0; code < 65536; code++) { if (set.test(String.fromCharCode(code))) { found++; sum += code; } }
  print(String(set), found, sum);
}
print(new RegExp('[\\s,]+').exec('a \u2003,\ufeffb')[0].length, 'a b\u00a0c\u180ed'.split(/[\s]/).length, /[\s]/.test('\ud83d\ude00'), /[\S]/u.exec('\ud83d\ude00')[0].length, 'a\ud83d\ude00'.match(/[\W]/u)[0].length, /[^\D]/u.test('\ud83d\ude00'));
//# dashes at the end of classes
print(/^[\w-]+$/u.test('a-b'), /[\d\-]/u.source, /[\p{L}-]+/u.exec('1é-')[0], new RegExp('[\\w-]+', 'u').exec('a-b')[0], new RegExp('[\\\\w-z]', 'u').test('x'), new RegExp('[\\w-]', 'u').source, 'a-b c'.match(/[\S-]+/gu).join('|'));
//# modifiers
print(/(?i:ab)c/.test('ABc'), /(?i:ab)c/.test('ABC'), /a(?-i:b)[x-z]/i.test('AbX'), /a(?-i:b)/i.test('AB'), /(?s:.)x./.test('\nx\n'), /(?m:^a$)b?/.test('b\na\nc'), /(?-m:^)a/m.test('b\na'), new RegExp('(?i:[a-c]é)y').test('BÉy'), /(?i:x)y/.source, /(?i-s:a(?s:.))./s.test('A\n\n'), /(?i:\u{41}k)/u.test('a\u212a'), 'aBAb'.replace(/(?i:b)/g, '-'));
//# names of groups that stand twice
var date = /(?<y>\d{4})-(?<m>\d\d)|(?<m>\d\d)\/(?<y>\d{4})/; for (const text of ['2020-03', '03/2020']) { const { y, m } = text.match(date).groups; print(y, m, text.replace(date, '$<y>:$<m>'), Object.keys(date.exec(text).groups).length); }
print(/(?:(?<q>')|(?<q>"))\k<q>/.test('""'), /(?<a>x)|(?<a>y)/d.exec('y').indices.groups.a.join(), new RegExp('(?<a>x)|(?<a>y)').exec('y').groups.a, [...'xy'.matchAll(/(?<a>x)|(?<a>y)/g)].map(one => one.groups.a).join());
//# quantifiers behind groups that begin with assertions
print('abXc'.match(/(?:(?!X)[a-zA-Z])+/u)[0], 'aab'.match(/((?=a)a)*b/u)[0], /^(?=.{1,9}$)(?:(?!xn)[a-z]{0,3}\.)+[a-z]{2}$/u.test('ab.cd.de'), /\((?:(?<=\()a)+/u.test('(a'), Function('return /^[\\w-]+$/u.test("a-b")')());
//# patterns of millions of characters
try { new RegExp('(?:a|b)'.repeat(3e5)).test('a'); } catch (error) { print(error.name, error.message.includes('Invalid regular expression')); }
//# patterns of many words
var words = []; for (let i = 0; i < 12000; i++) words.push('w' + i.toString(36) + 'x');
var text = 'a w0x, ' + words[11999] + ' ' + words[4321] + '! wzzz wx';
var r = new RegExp('\\b(?:' + words.join('|') + ')\\b', 'g'); print(text.match(r), r.test('none'), r.source.length);
print(new RegExp('^(' + words.join(')|(') + ')$').exec(words[7000]).filter(Boolean).length, new RegExp('^(?:' + words.join('|') + ')+?$').test(words[1] + words[8000] + words[3]));
print(new RegExp('x(?!' + words.join('|') + ')y?', 'g').exec('x' + words[8000] + ' xy').index, new RegExp('(?<=' + words.slice(0, 5000).join('|') + ')!').exec(text).index);
print(eval('/(?<w>' + words.join('|') + ')\\k<w>/i').exec(words[55].toUpperCase() + words[55].toUpperCase()).groups.w, 'qqq'.replace(new RegExp(words.join('|') + '|q', 'g'), 'z'));
try { new RegExp('(' + words.join('|')); } catch (e) { print(e.name); } try { new RegExp(words.join('|'), 'gg'); } catch (e) { print(e.name); }
