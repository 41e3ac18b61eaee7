document.title = "from a script"
