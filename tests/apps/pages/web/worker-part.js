var part = 'a part';
