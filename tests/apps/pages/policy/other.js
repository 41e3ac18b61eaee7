say("external");
